import { busCheck } from './checks/bus.ts'
import { configurationCheck } from './checks/configuration.ts'
import { databaseChecks } from './checks/databases.ts'
import { diskCheck, keysCheck, nodeCheck } from './checks/machine.ts'
import { mailCheck, modelCheck, storageCheck } from './checks/outside.ts'
import { publicUrlCheck, serviceChecks } from './checks/services.ts'
import { type Finding, runChecks } from './run-checks.ts'
import type { Subject } from './subject.ts'

const deadlineMs = 10_000

/** Looks at every part of an installation, within ten seconds, and changes nothing. */
export async function examine(subject: Subject, now = Date.now): Promise<Finding[]> {
  const checks = [
    configurationCheck(subject),
    keysCheck(subject),
    nodeCheck(),
    diskCheck(subject, now),
    ...databaseChecks(subject),
    busCheck(subject),
    ...serviceChecks(subject),
    publicUrlCheck(subject),
    storageCheck(subject),
    mailCheck(subject),
    ...modelCheck(subject),
  ]
  const found = await runChecks(checks, deadlineMs)
  return [...subject.seen.map((one) => ({ part: 'Installation', ...one })), ...found]
}

const marks = { fine: 'ok', skipped: '-', warning: 'warn', problem: 'FAIL' } as const

/** The findings as a page for a terminal: one line each, with what to do below it. */
export function pageOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length))
  const lines = findings.flatMap(({ part, level, text, todo }) => [
    `${marks[level].padEnd(5)}${part.padEnd(width)}  ${text}`,
    ...(todo && level !== 'fine' ? [`${' '.repeat(width + 7)}${todo}`] : []),
  ])
  const count = (level: 'problem' | 'warning') => {
    const found = findings.filter((one) => one.level === level).length
    return `${found} ${level}${found === 1 ? '' : 's'}`
  }
  return `${lines.join('\n')}\n\n${count('problem')}, ${count('warning')}\n`
}

export const hasProblems = (findings: readonly Finding[]) => findings.some(({ level }) => level === 'problem')
