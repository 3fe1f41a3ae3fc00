import type { KeyObject } from 'node:crypto'
import { implementer } from '@quire/kit'
import type { ContentContext } from '../context.ts'
import type { Tables } from '../database.ts'
import type { Counters } from './counters/counter-marks.ts'

/** The dependencies of changes of the workspace. */
export interface WorkspaceNeeds {
  counters: Counters
  /** Wakes the job that publishes changed counters of spaces; called after the change is committed. */
  publishCounters: () => void
  /** The key of the addresses that stop mails of notifications. */
  stopKey: KeyObject
}

export type WorkspaceContext = ContentContext<WorkspaceNeeds>

export const implement = implementer<Tables, WorkspaceContext>()
