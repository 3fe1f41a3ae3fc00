import type { Client } from '../support/load-client.ts'
import { type Losses, mayBeLost } from '../support/losses.ts'
import type { RefusedWrite } from '../support/tally.ts'

/** An injected fault and its time, in milliseconds of one clock. */
export interface InjectedFault {
  name: string
  kind: string
  from: number
  to: number | undefined
}

/** After the broker's return, services learn within this time what they missed. */
const learnedWithinMs = 15_000

/**
 * Returns refusals that no client should get. A bug (500) is never right. Another refusal is right only if the broker was
 * away a moment before: then a service may not know yet of a write that another one has acknowledged. It is right too if
 * it is about a thing that a database has lost, or that cannot be without such a thing, in whichever database.
 */
export function refusalsWithoutReason(
  refused: RefusedWrite[],
  { injected, losses, clients }: { injected: InjectedFault[]; losses: Losses; clients: Client[] },
): string[] {
  const broker = injected.filter(({ name }) => / NATS|disk of the bus|the stream|restore all$/.test(name))
  const isExplained = ({ ended }: RefusedWrite) =>
    broker.some(({ from, to }) => from <= ended && ended <= (to ?? Number.POSITIVE_INFINITY) + learnedWithinMs)
  const made = clients.flatMap((client) => client.allMade())
  const lostPaths = new Set(made.filter((one) => mayBeLost(one, losses)).map(({ path }) => path))
  const lost = made.filter(({ path, of }) => lostPaths.has(path) || (of !== undefined && lostPaths.has(of)))
  const names = lost.flatMap(({ path }) => namesOf(path))
  const isAboutLost = ({ what }: RefusedWrite) => names.some((name) => what.includes(name))
  return refused
    .filter((one) => !(/ (403|404) /.test(one.what) && isExplained(one)))
    .filter((one) => !(/ (400|403|404|409) /.test(one.what) && isAboutLost(one)))
    .map(({ what }) => what)
}

const Id = /^[0-9A-Z]{26}$/

/** The path of a thing and its id, by which others refer to it. People are not made with what refers to them. */
function namesOf(path: string): string[] {
  const id = path.slice(path.lastIndexOf('/') + 1)
  return Id.test(id) && !/\/(members|users|permissions)\//.test(path) ? [path, id] : [path]
}
