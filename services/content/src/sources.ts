import { collection, grant, grantedSpaces, space, spaceCounters } from '@quire/contracts'
import { type Source, tableSource } from '@quire/kit'
import { grantedSpacesState } from './counters/counters.state.ts'
import { grantState } from './grants/grants.state.ts'
import { collectionState } from './structure/collections.present.ts'
import { spaceCountersState } from './structure/space-counters.ts'
import { spaceState } from './structure/spaces.state.ts'

/** Where content's own states are, for whoever must resynchronise. */
export const sources: Source[] = [
  tableSource(collection, 'collection', ['id'], collectionState, 'deleted_at is null'),
  tableSource(space, 'space', ['id'], spaceState),
  tableSource(spaceCounters, 'space', ['id'], spaceCountersState, 'counters_version > 0'),
  tableSource(grant, 'access_grant', ['scope_id', 'subject_id'], grantState),
  tableSource(grantedSpaces, 'granted_spaces', ['subject_id'], grantedSpacesState),
]
