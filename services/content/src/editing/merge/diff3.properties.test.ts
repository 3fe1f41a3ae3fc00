import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { merge } from 'node-diff3'
import { mergeText } from './merge-text.ts'

/** An edit of one side at a line: of the line itself, and of new lines before it. */
const touch = fc.constantFrom('keep', 'keep', 'keep', 'keep', 'replace', 'delete', 'insert')
const touches = fc.array(fc.tuple(touch, touch), { maxLength: 25 })

/** A text of distinct lines, and the edits of two sides. */
function sidesOf(list: [string, string][]) {
  const side = (who: 0 | 1) =>
    list.flatMap((touched, at) => {
      const [name, line] = [`${who === 0 ? 'main' : 'request'} ${at}`, `line ${at}`]
      if (touched[who] === 'replace') return [name]
      if (touched[who] === 'delete') return []
      return touched[who] === 'insert' ? [name, line] : [line]
    })
  return { base: list.map((_, at) => `line ${at}`), ours: side(0), theirs: side(1) }
}
const joined = (lines: string[]) => lines.join('\n')

test('texts whose lines differ merge as diff3 merges them', () => {
  fc.assert(
    fc.property(touches, (list) => {
      const { base, ours, theirs } = sidesOf(list)
      const label = { a: 'main', b: 'change request' }
      const [a, o, b] = [ours, base, theirs].map((lines) => joined(lines).split('\n'))
      const expected = merge(a ?? [], o ?? [], b ?? [], { excludeFalseConflicts: true, label })
      expect(mergeText(joined(base), joined(ours), joined(theirs))).toEqual({
        text: joined(expected.result),
        conflict: expected.conflict,
      })
    }),
    { numRuns: runs(200) },
  )
})

const text = fc.array(fc.constantFrom('', 'a', 'b', 'c', 'd'), { maxLength: 10 }).map(joined)

test('which side is main decides neither whether texts conflict nor what they merge to', () => {
  fc.assert(
    fc.property(text, text, text, (base, one, other) => {
      const [forth, back] = [mergeText(base, one, other), mergeText(base, other, one)]
      expect(back.conflict).toBe(forth.conflict)
      if (!forth.conflict) expect(back.text).toBe(forth.text)
    }),
    { numRuns: runs(500) },
  )
})

test('a conflict that is answered with either side is gone: the rest of both sides is there', () => {
  fc.assert(
    fc.property(touches, (list) => {
      const { base, ours, theirs } = sidesOf(list)
      const { text } = mergeText(joined(base), joined(ours), joined(theirs))
      const answered = (keep: 'main' | 'request') => {
        let within: 'main' | 'request' | undefined
        return text.split('\n').filter((line) => {
          if (line === '<<<<<<< main') within = 'main'
          else if (line === '=======') within = 'request'
          else if (line === '>>>>>>> change request') within = undefined
          else return within === undefined || within === keep
          return false
        })
      }
      for (const line of ours.filter((line) => line.startsWith('main'))) expect(answered('main')).toContain(line)
      for (const line of theirs.filter((line) => line.startsWith('request')))
        expect(answered('request')).toContain(line)
    }),
  )
})
