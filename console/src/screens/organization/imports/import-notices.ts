import type { ContentImportRun } from '@quire/contracts'
import type { Words } from '../../../words/general/en.ts'
import type { ImportsWords } from '../../../words/imports/en.ts'
import { importProblem } from './import-problems.ts'
import { type ImportNotice, leftOutPart, type NoticeGroup } from './left-out.ts'

/** A notice with its place among all of its report. */
export interface ReportEntry extends ImportNotice {
  at: number
}

type Notices = Pick<ContentImportRun, 'failures' | 'problems'>

/** Returns the report of an import, in its order: the files that could not be read, then what was left out or changed. */
export function reportOf({ failures = [], problems = [] }: Notices, words: Words & ImportsWords): ReportEntry[] {
  const unread = failures.map(
    ({ path, problem }): ImportNotice => ({ group: 'unread', path, problem: importProblem(problem, words) }),
  )
  const leftOut = problems.map((problem) => leftOutPart(problem, words))
  return [...unread, ...leftOut].map((notice, at) => ({ ...notice, at }))
}

/** Returns the entries that have a text in their file, place or sentence; all of them for an empty text. */
export function entriesWith(text: string, entries: readonly ReportEntry[]): ReportEntry[] {
  const wanted = text.trim().toLowerCase()
  return entries.filter(({ path = '', place = '', problem }) =>
    [path, place, problem.text, problem.detail ?? ''].some((one) => one.toLowerCase().includes(wanted)),
  )
}

/** Divides entries by what happened, in the order of the names of the groups. */
export function groupsOf(
  entries: readonly ReportEntry[],
  names: ImportsWords['noticeGroups'],
): [group: NoticeGroup, entries: ReportEntry[]][] {
  const found = Map.groupBy(entries, ({ group }) => group)
  return (Object.keys(names) as NoticeGroup[]).flatMap((group) => {
    const some = found.get(group)
    return some ? [[group, some]] : []
  })
}
