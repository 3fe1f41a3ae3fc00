import { type QueryClient, useIsMutating } from '@tanstack/react-query'

interface ChangedState {
  spaceId: string
  changeRequestId: string
}

/** The key, or its beginning, of the mutations by which this tab changes the pages of a change request. */
export const ownChangesKey = ({ spaceId, changeRequestId }: ChangedState) =>
  ['own-changes', spaceId, changeRequestId] as const

/** Runs `change`, which may go on when its screen has been left; until it resolves, `useHasOwnChanges` is true. */
export function runOwnChange(queries: QueryClient, state: ChangedState, change: () => Promise<void>): Promise<void> {
  // A change that is made offline fails at once, instead of waiting for the network.
  const options = { mutationKey: ownChangesKey(state), networkMode: 'always', mutationFn: change } as const
  return queries.getMutationCache().build(queries, options).execute(undefined)
}

/**
 * True while this tab changes the pages of a change request: what the editor saves when it is left is on its way. Whoever
 * decides about the change request then would decide without it, or be refused because of it.
 */
export const useHasOwnChanges = (state: ChangedState) => useIsMutating({ mutationKey: ownChangesKey(state) }) > 0
