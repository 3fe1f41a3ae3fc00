import { contentAccessProjections, memberProjections, rowsOf } from '@quire/access'
import { SpaceCounters, spaceCounters } from '@quire/contracts'

const spaceCounterProjection = rowsOf(spaceCounters, 'space_counters', ['space_id'], (state) => ({
  space_id: state.spaceId,
  counters: SpaceCounters.parse(state),
}))

/** The projections of people and content that decide access, and of the counters of spaces. */
export const projections = [...memberProjections, ...contentAccessProjections, spaceCounterProjection]
