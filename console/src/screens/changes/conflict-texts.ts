/** The side that is kept: the live one, that of the change request, or both, the live one first. */
export type Choice = 'main' | 'own' | 'both'

/** Lines of a text that both sides changed: equal on both, or different. */
type Part = { kind: 'same'; lines: string[] } | { kind: 'both'; main: string[]; own: string[] }

/** The lines around both sides, as a merge writes them (docs/interface.md#merging). */
const markers = { start: '<<<<<<< main', middle: '=======', end: '>>>>>>> change request' }

/** Reads a text that holds both sides between markers. A block that lacks a marker is a part of the text. */
export function conflictParts(text: string): Part[] {
  const parts: Part[] = []
  let same: string[] = []
  let main: string[] | undefined
  let own: string[] | undefined
  for (const line of text.split('\n')) {
    if (!main && line === markers.start) main = []
    else if (main && !own && line === markers.middle) own = []
    else if (main && own && line === markers.end) {
      parts.push({ kind: 'same', lines: same }, { kind: 'both', main, own })
      same = []
      main = undefined
      own = undefined
    } else (own ?? main ?? same).push(line)
  }
  const open = main ? [markers.start, ...main, ...(own ? [markers.middle, ...own] : [])] : []
  return [...parts, { kind: 'same', lines: [...same, ...open] }]
}

/** Returns the text with the chosen sides; `choiceOf` returns the choice for the part with an index. */
export function chosenText(text: string, choiceOf: (index: number) => Choice | undefined): string {
  const kept = conflictParts(text).flatMap((part, index) => {
    if (part.kind === 'same') return part.lines
    const choice = choiceOf(index)
    return choice === 'both' ? [...part.main, ...part.own] : choice === 'main' ? part.main : part.own
  })
  return kept.join('\n')
}
