"""Language models by their shapes: attention, architecture, and a catalogue of published ones."""
