import type { ServiceName } from '@quire/embedded'
import { type Check, runChecks } from './run-checks.ts'
import type { Subject } from './subject.ts'

/** An installation that runs with these environments, as far as a check looks at it. */
export const subjectOf = (
  environments: Partial<Record<ServiceName, NodeJS.ProcessEnv>>,
  more: Partial<Omit<Subject, 'environments'>> = {},
): Subject => ({
  environments: { gateway: {}, identity: {}, content: {}, sites: {}, ai: {}, ...environments },
  ...{ isRunning: true, isInContainers: false, dataFolder: undefined, gatewayUrl: undefined, seen: [] },
  ...more,
})

/** The findings of checks, as `level: text`. */
export const foundBy = async (...checks: Check[]): Promise<string[]> =>
  (await runChecks(checks, 10_000)).map(({ level, text }) => `${level}: ${text}`)
