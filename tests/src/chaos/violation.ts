/** The ways in which the system may break its promises, in the order of the summary. */
export const violationKinds = {
  lost: 'acknowledged writes lost',
  twice: 'things made twice, by half, or although refused',
  rights: 'wrong rights',
  projections: 'projections or counters unlike their owners',
  refusals: 'refusals without a reason',
  failures: 'answers of 5xx but 503 with Retry-After, or no answer, although nothing fails',
  health: 'services or databases not at rest',
} as const
type ViolationKind = keyof typeof violationKinds

export interface Violation {
  kind: ViolationKind
  what: string
}

export const violationsOf = (kind: ViolationKind, all: string[]): Violation[] => all.map((what) => ({ kind, what }))
