import { cleanName, type NamePair } from './other-names.ts'
import type { Statement } from './statements.ts'

const glossary =
  /(?<![\p{L}])(?:glossar(?:y|ies)?|terminology|terms|vocabulary|abbreviations|acronyms|glossaire|glosario|glossário|глоссарий|begriffe|abkürzungen)(?![\p{L}])/iu
/** Matches the title of a column that holds other names of the first column's things. */
const otherNames =
  /^(?:alias(?:es)?|synonyms?|also\s+(?:called|known\s+as)|a\.?k\.?a\.?|abbreviations?|acronyms?|short\s+(?:form|name)|(?:former|old|previous|other)\s+names?|formerly)$/iu

/** Returns the other names in a row of a table that has a column for them. */
export function namesInRow({ row }: Statement): NamePair[] {
  if (!row) return []
  const other = row.titles.findIndex((title) => otherNames.test(title))
  const own = other === 0 ? 1 : 0
  const name = cleanName(row.cells[own] ?? '')
  if (other < 0 || name === undefined) return []
  return (row.cells[other] ?? '').split(/\s*[,;]\s*/).flatMap((one) => {
    const alias = cleanName(one)
    return alias === undefined ? [] : [[name, alias] as const]
  })
}

export const isGlossary = (title: string): boolean => glossary.test(title)

/**
 * Returns the names in an entry of a glossary: `**Name** (other name): …`, `**Name / other name**: …` or `**Name**: see
 * other name`.
 */
export function namesInEntry({ text }: Statement): NamePair[] {
  const entry = /^⟦([^⟦⟧]{2,60})⟧\s*(?:\(([^()]{2,60})\))?\s*[:–—-]\s*(.*)$/u.exec(text)
  if (!entry) return []
  const [, names = '', inBrackets = '', rest = ''] = entry
  const [name, ...others] = names.replace(/[:\s]+$/, '').split(/\s+\/\s+|,\s*/)
  const seen = /^(?:→\s*)?see(?:\s+also)?\s+([^.,;]{2,60})\.?$/iu.exec(rest.replace(/[⟦⟧]/g, ''))
  const all = [...others, ...inBrackets.split(/\s*,\s*/), seen?.[1] ?? ''].flatMap((one) => cleanName(one) ?? [])
  const first = cleanName(name ?? '')
  return first === undefined ? [] : all.map((one) => [first, one] as const)
}
