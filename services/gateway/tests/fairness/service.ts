import { startOwner } from '../owner.ts'
import { serve } from './child-process.ts'

export const service = {
  /** Starts the service; returns its address. */
  start: async (dir: string) => (await startOwner({ dir })).url,
}

if (import.meta.main) serve(service)
