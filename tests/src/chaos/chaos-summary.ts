import type { ChaosReport } from './chaos.ts'
import { countOf } from './in-series.ts'
import { violationKinds } from './violation.ts'

/** The most violations of a kind that are listed. */
const maxListed = 20

/** The report for people. */
export function summary(report: ChaosReport): string {
  const { seed, seconds, acknowledged, unknown, refused, repeated, reads, faults, violations, folder } = report
  const lines = [
    `seed ${seed}, ${seconds.toFixed(0)} s`,
    `writes: ${acknowledged} acknowledged, ${unknown} of unknown outcome, ${refused} refused, ${repeated} repeated under their key`,
    `reads checked: ${reads}`,
    `faults: ${countOf(report)}`,
    ...[...faults].sort().map(([name, count]) => `  ${String(count).padStart(3)}  ${name}${gapOf(report, name)}`),
    `violations: ${violations.length}`,
    ...Object.entries(violationKinds).flatMap(([kind, title]) => {
      const some = violations.filter((one) => one.kind === kind)
      return [
        `  ${String(some.length).padStart(3)}  ${title}`,
        ...some.slice(0, maxListed).map(({ what }) => `       ${what}`),
      ]
    }),
    ...(folder ? [`Logs and data are in ${folder}. Again: npm run chaos -- --seed ${seed}`] : []),
  ]
  return lines.join('\n')
}

function gapOf({ gaps }: ChaosReport, name: string): string {
  const gap = gaps.get(name)
  return gap ? `, ${gap.service} away for ${(gap.ms / 1000).toFixed(1)} s at most` : ''
}
