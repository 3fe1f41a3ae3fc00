import { type ChangesFilter, statuses } from './changes-queries.ts'

/** The filter of a list of change requests, as its address has it. */
export interface ChangesSearch {
  status?: ChangesFilter['status']
  /** Keeps the change requests that the person who looks at the list has begun. */
  mine?: true
  /** Keeps the change requests that wait for a review of the person who looks at the list. */
  waiting?: true
  /** The id of a person who has begun them. */
  person?: string
  /** True for those to which that person has contributed instead. */
  contributed?: true
}

/** Reads the filter from the address. */
export function readChangesSearch({
  status,
  mine,
  waiting,
  person,
  contributed,
}: Record<string, unknown>): ChangesSearch {
  const known = statuses.find((one) => one === status)
  return {
    ...(known && { status: known }),
    ...(mine === true && { mine }),
    ...(waiting === true && { waiting }),
    ...(typeof person === 'string' && person !== '' && { person }),
    ...(contributed === true && { contributed }),
  }
}

/** Returns the filter that the interface takes; `me` is the id of the person who looks at the list. */
export function filterOf({ status, mine, waiting, person, contributed }: ChangesSearch, me: string): ChangesFilter {
  const creator = mine ? me : contributed ? undefined : person
  return {
    status: status ?? 'open',
    ...(creator !== undefined && { creator }),
    ...(contributed && person !== undefined && { contributor: person }),
    ...(waiting && { reviewer: me }),
  }
}
