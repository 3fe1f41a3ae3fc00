import { expect, test } from '@jest/globals'
import { entriesWith, groupsOf, reportOf } from '../src/screens/organization/imports/import-notices.ts'
import { en as general } from '../src/words/general/en.ts'
import { en } from '../src/words/imports/en.ts'

const entries = reportOf(
  {
    failures: [{ path: 'plans.docx', problem: 'is encrypted' }],
    problems: [
      'guide.md, line 3: the picture a.png is not there',
      'use.md, line 5: the link leads nowhere: b.md is not there; visitors see its words alone',
      'use.md, line 9: the picture c.png is not there',
      'something new happened',
    ],
  },
  { ...general, ...en },
)

test('a report is divided by what happened, with the files that could not be read first', () => {
  const counts = groupsOf(entries, en.noticeGroups).map(([group, { length }]) => [group, length])
  expect(counts).toEqual([
    ['unread', 1],
    ['pictures', 2],
    ['links', 1],
    ['other', 1],
  ])
})

test.each<[string, (string | undefined)[]]>([
  ['', ['plans.docx', 'guide.md', 'use.md', 'use.md', undefined]],
  [' USE.md ', ['use.md', 'use.md']],
  ['line 9', ['use.md']],
  ['password', ['plans.docx']],
  ['nowhere at all', []],
])('“%s” finds the entries that have it in their file, place or sentence', (text, paths) => {
  expect(entriesWith(text, entries).map(({ path }) => path)).toEqual(paths)
})
