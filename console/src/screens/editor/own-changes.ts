import { type QueryClient, useIsMutating } from '@tanstack/react-query'

interface ChangedState {
  spaceId: string
  changeRequestId: string
}

/** The key, or its beginning, of the mutations by which this tab changes the pages of a change request. */
export const ownChangesKey = ({ spaceId, changeRequestId }: ChangedState) =>
  ['own-changes', spaceId, changeRequestId] as const

/** The saves of editors that are under way, by change request. */
const saves = new Map<string, Set<Promise<void>>>()

/** Runs a save, which may go on when its editor has been left; until it resolves, `useHasOwnChanges` is true. */
export async function runSave(queries: QueryClient, state: ChangedState, save: () => Promise<void>): Promise<void> {
  // A change that is made offline fails at once, instead of waiting for the network.
  const options = { mutationKey: ownChangesKey(state), networkMode: 'always', mutationFn: save } as const
  const running = queries.getMutationCache().build(queries, options).execute(undefined)
  const all = saves.get(state.changeRequestId) ?? new Set()
  saves.set(state.changeRequestId, all.add(running))
  try {
    await running
  } finally {
    all.delete(running)
    if (all.size === 0) saves.delete(state.changeRequestId)
  }
}

/** Longer than a save takes, unless the network hangs. */
const longestSaveMs = 5000

/**
 * Resolves once the saves of a change request that are under way have ended, or after a few seconds. Whoever reads a page
 * before that would take what this tab has written for a change of somebody else.
 */
export async function savesEnded({ changeRequestId }: ChangedState, longestMs = longestSaveMs): Promise<void> {
  const running = saves.get(changeRequestId)
  if (!running) return
  const isLate = new Promise((resolve) => setTimeout(resolve, longestMs))
  await Promise.race([Promise.allSettled(running), isLate])
}

/**
 * True while this tab changes the pages of a change request: what the editor saves when it is left is on its way. Whoever
 * decides about the change request then would decide without it, or be refused because of it.
 */
export const useHasOwnChanges = (state: ChangedState) => useIsMutating({ mutationKey: ownChangesKey(state) }) > 0
