const [opening, closing] = ['<think>', '</think>']

/** Yields a model's text without its reasoning, which some models write before the answer. */
export async function* withoutReasoning(pieces: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let held: string | undefined = ''
  for await (const piece of pieces) {
    if (held === undefined) {
      yield piece
      continue
    }
    held += piece
    const begun = held.trimStart()
    if (opening.startsWith(begun.slice(0, opening.length))) {
      const end = begun.indexOf(closing)
      if (end < 0) continue
      held = begun.slice(end + closing.length)
    }
    yield held
    held = undefined
  }
  if (held !== undefined && !held.trimStart().startsWith(opening)) yield held
}
