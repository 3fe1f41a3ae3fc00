import { contentAccessProjections, deletedOrganizationProjection, memberProjections, rowsOf } from '@quire/access'
import { SpaceCounters, space, spaceCounters, user } from '@quire/contracts'
import type { Projection } from '@quire/kit'
import { announceCounters, announceSpaces } from '../integrations/events/announced-changes.ts'
import { purgeSpaces } from '../integrations/purged-content.ts'

const spaceCounterProjection = rowsOf(spaceCounters, 'space_counters', ['space_id'], (state) => ({
  space_id: state.spaceId,
  counters: SpaceCounters.parse(state),
}))

/** The addresses of people, which are claims about the visitors of internal sites. */
const people = rowsOf(user, 'person', ['id'], ({ id, email }) => ({ id, email }))

const rest = contentAccessProjections.filter(({ noun }) => noun.name !== space.name)
const spaceProjection = contentAccessProjections.filter(({ noun }) => noun.name === space.name)

/**
 * Creates the projections of people and content that decide access and claims, and of the counters of spaces. Changes of spaces are
 * events of integrations too; `wake.delivery` runs once some are queued, `wake.purges` once an organization was deleted.
 */
export const projectionsWith = (wake: { delivery: () => void; purges: () => void }): Projection[] => [
  deletedOrganizationProjection(wake.purges),
  ...memberProjections,
  people,
  ...rest,
  ...spaceProjection.map((one) => announceSpaces(purgeSpaces(one), wake.delivery)),
  announceCounters(spaceCounterProjection, wake.delivery),
]
