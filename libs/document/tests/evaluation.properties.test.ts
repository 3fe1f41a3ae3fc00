import { expect, test } from '@jest/globals'
import { DocumentError, evaluateMarkdown, toDocument } from '@quire/document'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { pieces } from './fuzz/pieces.ts'

/** Pieces that begin no code: a tag below would be part of it, and conditions in code are examples. */
const before = fc.constantFrom(...pieces.filter((piece) => !/[`~]/.test(piece)))
const text = fc.array(before, { maxLength: 5 }).map((parts) => parts.join(''))
const after = fc.array(fc.constantFrom(...pieces), { maxLength: 5 }).map((parts) => parts.join(''))

test('what stands between tags whose condition is not met is shown to nobody, whatever is around', () => {
  fc.assert(
    fc.property(text, after, (above, below) => {
      const shown = shownTo(`${above}\n{% if claims.a %}\nSECRET\n\n> SECRET\n\n{% endif %}\n${below}`)
      expect(shown).not.toContain('SECRET')
    }),
    { numRuns: runs(80) },
  )
})

/** The text and the tree that a reader gets; nothing where the text is refused. */
function shownTo(markdown: string): string {
  try {
    const shown = evaluateMarkdown(markdown, { context: { claims: {} } })
    return shown + JSON.stringify(toDocument(shown))
  } catch (error) {
    if (error instanceof DocumentError) return ''
    throw error
  }
}
