import type { ChaosReport } from './chaos.ts'

/** The report for people. */
export function summary(report: ChaosReport): string {
  const { seed, seconds, acknowledged, unknown, refused, repeated, faults, violations, folder } = report
  const total = [...faults.values()].reduce((sum, count) => sum + count, 0)
  const lines = [
    `seed ${seed}, ${seconds.toFixed(0)} s`,
    `writes: ${acknowledged} acknowledged, ${unknown} of unknown outcome, ${refused} refused, ${repeated} repeated under their key`,
    `faults: ${total}`,
    ...[...faults].sort().map(([name, count]) => `  ${String(count).padStart(3)}  ${name}${gapOf(report, name)}`),
    `violations: ${violations.length}`,
    ...violations.map((one) => `  ${one}`),
    ...(folder ? [`Logs and data are in ${folder}. Again: npm run chaos -- --seed ${seed}`] : []),
  ]
  return lines.join('\n')
}

function gapOf({ gaps }: ChaosReport, name: string): string {
  const gap = gaps.get(name)
  return gap ? `, ${gap.service} away for ${(gap.ms / 1000).toFixed(1)} s at most` : ''
}
