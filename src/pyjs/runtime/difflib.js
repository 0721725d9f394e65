// difflib.get_close_matches, whose choice is part of error messages.

// Where each character of the text stands; in long texts, without those that are everywhere.
function positions(text) {
  const found = new Map();
  text.forEach((character, at) => {
    if (!found.has(character)) found.set(character, []);
    found.get(character).push(at);
  });
  if (text.length >= 200) {
    const most = Math.floor(text.length / 100) + 1;
    for (const [character, places] of found) if (places.length > most) found.delete(character);
  }
  return found;
}

// The longest block that a[fromA..toA] and b[fromB..toB] share, the earliest of several.
function longestMatch(a, b, places, [fromA, toA, fromB, toB]) {
  let [startA, startB, size] = [fromA, fromB, 0];
  let lengths = new Map();
  for (let i = fromA; i < toA; i += 1) {
    const next = new Map();
    for (const j of places.get(a[i]) ?? []) {
      if (j < fromB || j >= toB) continue;
      const length = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, length);
      if (length > size) [startA, startB, size] = [i - length + 1, j - length + 1, length];
    }
    lengths = next;
  }
  while (startA > fromA && startB > fromB && a[startA - 1] === b[startB - 1]) {
    startA -= 1;
    startB -= 1;
    size += 1;
  }
  while (startA + size < toA && startB + size < toB && a[startA + size] === b[startB + size])
    size += 1;
  return [startA, startB, size];
}

function matches(a, b, places, region) {
  const [startA, startB, size] = longestMatch(a, b, places, region);
  if (!size) return 0;
  const [fromA, toA, fromB, toB] = region;
  const before = matches(a, b, places, [fromA, startA, fromB, startB]);
  return before + size + matches(a, b, places, [startA + size, toA, startB + size, toB]);
}

const difflib$get_close_matches = $def(
  "get_close_matches",
  "word possibilities n cutoff",
  (word, possibilities, n, cutoff) => {
    const b = [...word];
    const places = positions(b);
    const scored = [];
    for (const text of $iter(possibilities)) {
      const a = [...text];
      const total = a.length + b.length;
      const score = total ? (2 * matches(a, b, places, [0, a.length, 0, b.length])) / total : 1;
      if (score >= cutoff) scored.push([score, text]);
    }
    scored.sort(([scoreA, a], [scoreB, b]) => scoreB - scoreA || orderOfTexts(b, a));
    return $list(scored.slice(0, Number(n)).map(([, text]) => text));
  },
  { n: 3n, cutoff: 0.6 },
);
