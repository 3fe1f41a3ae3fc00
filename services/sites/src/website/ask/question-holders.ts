import { type Caller, customerNetworkOf, holderOf } from '@quire/kit'

/**
 * Returns the caller and the groups that a question counts for. All visitors of a site are a group, and so is their network
 * on all sites: tokens and claims are free to make, so neither a site nor a network may use up what everybody shares.
 */
export function questionHolders(caller: Caller, siteId: string): { holder: string; holderGroups: string[] } {
  const isVisitor = caller.kind === 'none' || caller.kind === 'site'
  const network = customerNetworkOf(caller.address ?? caller.tokenAddress)
  return { holder: holderOf(caller), holderGroups: isVisitor ? [`site ${siteId}`, `network ${network}`] : [] }
}
