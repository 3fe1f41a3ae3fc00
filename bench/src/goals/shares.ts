import { startFloors } from '../floors.ts'
import { createMeter } from '../meter.ts'
import { targetOf } from '../requests.ts'
import { measureAll, type Target } from '../rounds.ts'
import { summarise } from '../summary.ts'
import { ratioTable } from '../table.ts'
import { contentKinds } from '../work.ts'
import type { Part } from './goal.ts'
import type { Measuring } from './measuring.ts'

const connections = 32
const rounds = 5
const roundSeconds = 1.5

/** Requests through the gateway, as shares of the floor that proxies as much. */
const leastShares = {
  'a space': 0.45,
  'a page with its markdown': 0.3,
  'a list of 50 spaces': 0.5,
  'a comment, on 60 spaces in turn': 0.12,
  'the content of a page changed': 0.08,
  'a search in 1,000 pages': 0.15,
}

export const shares: Part<Measuring> = {
  name: 'shares of the floor',
  goals: Object.entries(leastShares).map(([name, atLeast]) => ({ name, unit: 'of (c), 32 connections', atLeast })),
  async measure(on) {
    const { quire, prepared, terminal, signal, folder, say } = on
    const { organization } = prepared.organization
    const lists = { spaces: organization }
    const [spaceId = ''] = prepared.organization.spaces
    const floors = await startFloors({ quire, spaceId, lists, folder, signal, terminal })
    try {
      const pages = await prepared.pages()
      const kinds = contentKinds.filter(({ name }) => name in leastShares)
      const work = kinds.map((kind): Target => targetOf(kind, { ...on, ...prepared.organization, ...pages }))
      const meter = createMeter([...quire.processes, ...floors.processes])
      const plan = { rounds, roundSeconds, connections: [connections], meter, signal, report: say }
      const summaries = (await measureAll([...floors.targets, ...work], plan)).map(summarise)
      const floorOf = ({ answers }: { answers: Target['answers'] }) =>
        summaries.find((one) => one.floor === 'c' && one.answers === answers)?.perSecond ?? Number.NaN
      const figures = new Map(
        summaries.map((one) => [one.name, one.failed > 0 ? Number.NaN : one.perSecond / floorOf(one)]),
      )
      return { figures, details: ratioTable(summaries) }
    } finally {
      await floors.stop()
    }
  },
}
