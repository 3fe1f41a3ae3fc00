import { startOwner } from '../owner.ts'
import { serve } from './process.ts'

export const service = {
  /** Returns its address. */
  start: async (dir: string) => (await startOwner({ dir })).url,
}

if (import.meta.main) serve(service)
