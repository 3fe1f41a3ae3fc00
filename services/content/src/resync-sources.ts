import { collection, grant, grantedSpaces, space, spaceCounters } from '@quire/contracts'
import { type Source, tableSource } from '@quire/kit'
import { grantedSpacesState } from './workspace/counters/counters.state.ts'
import { grantState } from './workspace/grants/grants.state.ts'
import { collectionState } from './workspace/tree/collections.present.ts'
import { spaceCountersState } from './workspace/tree/space-counters.ts'
import { spaceState } from './workspace/tree/spaces.state.ts'

/** The tables from which content emits its states again when a consumer resynchronizes. */
export const resyncSources: Source[] = [
  tableSource(collection, 'collection', ['id'], collectionState, 'deleted_at is null'),
  tableSource(space, 'space', ['id'], spaceState),
  tableSource(spaceCounters, 'space', ['id'], spaceCountersState, 'counters_version > 0'),
  tableSource(grant, 'access_grant', ['scope_id', 'subject_id'], grantState),
  tableSource(grantedSpaces, 'granted_spaces', ['subject_id'], grantedSpacesState),
]
