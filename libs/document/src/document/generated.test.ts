import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { publishedSchema } from '../../tests/published-schema.ts'
import { arbitraryDocument, arbitraryNewerDocument, withoutNames } from '../../tests/trees.ts'
import { toDocument } from './from-markdown.ts'
import { toMarkdown } from './to-markdown.ts'

test('any tree that the published schema allows comes back from its markdown', () => {
  const validate = publishedSchema('JSONDocument')
  fc.assert(
    fc.property(arbitraryDocument, (tree) => {
      expect([validate(tree), validate.errors]).toEqual([true, null])
      const markdown = toMarkdown(tree)
      const read = toDocument(markdown)
      expect(withoutNames(read)).toEqual(withoutNames(tree))
      expect(toMarkdown(read)).toBe(markdown)
    }),
    { numRuns: runs(60) },
  )
})

test('any tree of the newer schema comes back from its markdown', () => {
  const validate = publishedSchema('JSONDocument', 'next')
  fc.assert(
    fc.property(arbitraryNewerDocument, (tree) => {
      expect([validate(tree), validate.errors]).toEqual([true, null])
      const read = toDocument(toMarkdown(tree), {}, 'next')
      expect(withoutNames(read)).toEqual(withoutNames(tree))
      expect([validate(read), validate.errors]).toEqual([true, null])
    }),
    { numRuns: runs(40) },
  )
})
