import type { Summary } from './report-summary.ts'

type Cell = string | number

/** A Markdown table with columns that line up in a terminal too; all but the first are aligned right. */
export function table(head: string[], rows: Cell[][]): string {
  const texts = rows.map((row) => row.map(String))
  const widths = head.map((title, column) =>
    Math.max(title.length, 3, ...texts.map((row) => (row[column] ?? '').length)),
  )
  const isRight = head.map((_, column) => column > 0)
  const pad = (text: string, column: number) =>
    isRight[column] ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)
  const line = (cells: string[]) => `| ${cells.map(pad).join(' | ')} |`
  const rule = widths.map((width, column) => (isRight[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [line(head), line(rule), ...texts.map(line)].join('\n')
}

const floors = ['a', 'b', 'c'] as const

/**
 * The table of ratios: each workload beside the floors that answer as much, at the same number of connections. A ratio ends
 * in `!` if a request of the workload or of the floor failed.
 */
export function ratioTable(summaries: Summary[]): string {
  const head = ['work', 'conn.', 'req/s', 'spread', ...floors.map((one) => `of (${one})`)]
  const rows = summaries.map((summary) => [
    summary.floor ? `(${summary.floor}) ${summary.name}` : summary.name,
    summary.connections,
    rounded(summary.perSecond),
    `${Math.round(summary.spread * 100)} %`,
    ...floors.map((floor) => ratio(summary, floorOf(summaries, floor, summary))),
    rounded(summary.p50Ms),
    rounded(summary.p99Ms),
    rounded(summary.cpuMsPerRequest),
    summary.failed,
  ])
  return table([...head, 'p50 ms', 'p99 ms', 'CPU ms/req', 'failed'], rows)
}

/** The floor that answers as much, at the same number of connections. */
function floorOf(summaries: Summary[], floor: Summary['floor'], { answers, connections }: Summary) {
  return summaries.find((one) => one.floor === floor && one.answers === answers && one.connections === connections)
}

function ratio(summary: Summary, floor: Summary | undefined): string {
  if (!floor) return '-'
  const mark = summary.failed + floor.failed > 0 ? '!' : ''
  return `${rounded(summary.perSecond / floor.perSecond)}${mark}`
}

/** Three significant digits, and no fraction from 100 on: more digits would claim a precision that is not there. */
export function rounded(value: number): string {
  if (!Number.isFinite(value)) return '-'
  return Math.abs(value) >= 100 ? Math.round(value).toString() : Number(value.toPrecision(3)).toString()
}
