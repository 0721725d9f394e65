// On paper, fold-outs are open, and answers to questions stand together at the page's end.

const opened = [];

window.addEventListener("beforeprint", () => {
  const article = document.querySelector("article");
  for (const details of article.querySelectorAll("details:not(.question, .answers, [open])")) {
    details.open = true;
    opened.push(details);
  }
  const questions = article.querySelectorAll("details.question");
  if (!questions.length) return;
  const answers = document.createElement("section");
  answers.className = "printed-answers";
  answers.append(Object.assign(document.createElement("h2"), { textContent: "Answers" }));
  for (const details of questions) {
    const question = details.previousElementSibling.querySelector("strong");
    if (question) answers.append(question.cloneNode(true));
    for (const part of [...details.children].slice(1)) answers.append(part.cloneNode(true));
  }
  for (const copy of answers.querySelectorAll("[id]")) copy.removeAttribute("id");
  for (const details of answers.querySelectorAll("details")) details.open = true;
  article.append(answers);
});

window.addEventListener("afterprint", () => {
  document.querySelector(".printed-answers")?.remove();
  for (const details of opened.splice(0)) details.open = false;
});
