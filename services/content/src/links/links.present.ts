import type { ContentLocation, LinkRelation, LinkStatus } from '@quire/contracts'
import { type ContentRef, refOf } from '@quire/document/plain'
import type { z } from 'zod'
import { presentPage } from '../pages/pages.present.ts'
import { presentReusableContent } from '../pages/reusable-contents.present.ts'
import { presentFile } from '../storage/files/files.present.ts'
import type { FoundLink } from './find-links.ts'
import { idOf, type LoadedContent, loadContent, type PresentContext, type SpaceContent } from './load-content.ts'
import { loadOutsideResources, type OutsideResources } from './outside-resources.ts'

type PresentedLocation = z.input<typeof ContentLocation>

/** Presents links. Loads everything that they refer to together, in a few statements. */
export async function presentLinks(context: PresentContext, content: SpaceContent, links: readonly FoundLink[]) {
  const found = links.map((link) => ({ link, ref: refOf(link.address ?? link.target, {}) }))
  const wanted = links.flatMap(({ resource, outside, locations }) => [
    ...(resource !== null && outside === null ? [resource] : []),
    ...locations,
  ])
  const own = await loadContent(context, content, wanted)
  const outsideResources = await loadOutsideResources(
    context,
    found.flatMap(({ link, ref }) => (link.status === 'ok' && ref ? [{ ref, link }] : [])),
  )
  return found.map(({ link, ref }) =>
    presentLink(link, presentTarget(outsideResources, own, link, ref), own, outsideResources, context),
  )
}

/** Presents the locations at some addresses. */
export async function presentLocations(context: PresentContext, content: SpaceContent, locations: readonly string[]) {
  const own = await loadContent(context, content, locations)
  const outsideResources = await loadOutsideResources(context, [])
  return locations.flatMap((location) => presentResource(own, location, outsideResources, context) ?? [])
}

function presentLink(
  { status, relation, locations }: { status: LinkStatus; relation: LinkRelation; locations: string[] },
  target: (context: PresentContext) => PresentedLocation,
  own: LoadedContent,
  outsideResources: OutsideResources,
  context: PresentContext,
) {
  return {
    status,
    relation,
    targetReference: target(context),
    locationReferences: locations.flatMap(
      (location) => presentResource(own, location, outsideResources, context) ?? [],
    ),
  }
}

/**
 * Presents the target of a link. A target that is broken or hidden from the caller is presented by its address, as
 * written.
 */
const presentTarget =
  (
    outsideResources: OutsideResources,
    own: LoadedContent,
    { target, address, resource, outside, status }: FoundLink,
    ref?: ContentRef,
  ) =>
  (context: PresentContext): PresentedLocation => {
    const otherwise = { kind: 'url' as const, url: ref?.kind === 'url' ? ref.url : (address ?? target) }
    if (status !== 'ok' || !ref) return otherwise
    const { organization } = outsideResources
    switch (ref.kind) {
      case 'space': {
        const space = ref.space === own.space.id ? own.space : outsideResources.spaces.get(ref.space)?.space
        return space ? { kind: 'space', organization, space } : otherwise
      }
      case 'collection': {
        const collection = outsideResources.collections.get(ref.collection)
        return collection ? { kind: 'collection', organization, collection } : otherwise
      }
      case 'user': {
        const user = outsideResources.users.get(ref.user)
        return user ? { kind: 'user', user } : otherwise
      }
      case 'openapi': {
        const openAPISpec = outsideResources.specs.get(ref.spec)
        return openAPISpec ? { kind: 'openapi', organization, openAPISpec } : otherwise
      }
    }
    if (resource === null) return otherwise
    const content = outside === null ? own : outsideResources.spaces.get(outside)
    const presented = content && presentResource(content, resource, outsideResources, context)
    if (!presented) return otherwise
    if (presented.kind !== 'page' || ref.kind !== 'anchor') return presented
    return { ...presented, internalLocation: { type: 'anchor', anchor: ref.anchor } }
  }

/** Presents a resource; undefined if it does not exist. */
function presentResource(
  { space, versionContext, view, pages, paths, files, reusables }: LoadedContent,
  resource: string,
  { organization }: OutsideResources,
  { deps }: PresentContext,
): PresentedLocation | undefined {
  const id = idOf(resource)
  const common = { organization, space, ...(versionContext && { versionContext }) }
  const [page, path, file, content] = [pages.get(id), paths.get(id), files.get(id), reusables.get(id)]
  if (page && path !== undefined) return { kind: 'page', ...common, page: presentPage({ id, page, path }, [], view) }
  if (file) return { kind: 'file', ...common, file: presentFile(id, file, deps.files, {}) }
  if (content)
    return { kind: 'reusable-content', ...common, reusableContent: presentReusableContent(id, content, view) }
  return undefined
}
