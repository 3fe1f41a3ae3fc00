import type { ContentLocation, LinkRelation, LinkStatus } from '@quire/contracts'
import { type ContentRef, refOf } from '@quire/document/plain'
import type { z } from 'zod'
import { presentFile } from '../files/files.present.ts'
import { presentPage } from '../pages/pages.present.ts'
import { presentReusableContent } from '../pages/reusable-contents.present.ts'
import type { FoundLink } from './find-links.ts'
import { idOf, type LoadedContent, loadContent, type PresentContext, type SpaceContent } from './load-content.ts'
import { type Shared, sharedOf } from './shared.ts'

type ShownLocation = z.input<typeof ContentLocation>

/** Shows links: everything that they name is loaded together, a few statements for all of them. */
export async function showLinks(context: PresentContext, content: SpaceContent, links: readonly FoundLink[]) {
  const found = links.map((link) => ({ link, ref: refOf(link.address ?? link.target, {}) }))
  const wanted = links.flatMap(({ resource, outside, locations }) => [
    ...(resource !== null && outside === null ? [resource] : []),
    ...locations,
  ])
  const own = await loadContent(context, content, wanted)
  const shared = await sharedOf(
    context,
    found.flatMap(({ link, ref }) => (link.status === 'ok' && ref ? [{ ref, link }] : [])),
  )
  return found.map(({ link, ref }) => presentLink(link, showTarget(shared, own, link, ref), own, shared, context))
}

/** Shows the places that some addresses name. */
export async function showLocations(context: PresentContext, content: SpaceContent, locations: readonly string[]) {
  const own = await loadContent(context, content, locations)
  const shared = await sharedOf(context, [])
  return locations.flatMap((location) => showResource(own, location, shared, context) ?? [])
}

function presentLink(
  { status, relation, locations }: { status: LinkStatus; relation: LinkRelation; locations: string[] },
  target: (context: PresentContext) => ShownLocation,
  own: LoadedContent,
  shared: Shared,
  context: PresentContext,
) {
  return {
    status,
    relation,
    targetReference: target(context),
    locationReferences: locations.flatMap((location) => showResource(own, location, shared, context) ?? []),
  }
}

/** What is broken or not for the caller to see is shown by its address, as it is written. */
const showTarget =
  (shared: Shared, own: LoadedContent, { target, address, resource, outside, status }: FoundLink, ref?: ContentRef) =>
  (context: PresentContext): ShownLocation => {
    const otherwise = { kind: 'url' as const, url: ref?.kind === 'url' ? ref.url : (address ?? target) }
    if (status !== 'ok' || !ref) return otherwise
    const { organization } = shared
    switch (ref.kind) {
      case 'space': {
        const space = ref.space === own.space.id ? own.space : shared.spaces.get(ref.space)?.space
        return space ? { kind: 'space', organization, space } : otherwise
      }
      case 'collection': {
        const collection = shared.collections.get(ref.collection)
        return collection ? { kind: 'collection', organization, collection } : otherwise
      }
      case 'user': {
        const user = shared.users.get(ref.user)
        return user ? { kind: 'user', user } : otherwise
      }
      case 'openapi': {
        const openAPISpec = shared.specs.get(ref.spec)
        return openAPISpec ? { kind: 'openapi', organization, openAPISpec } : otherwise
      }
    }
    if (resource === null) return otherwise
    const content = outside === null ? own : shared.spaces.get(outside)
    const shown = content && showResource(content, resource, shared, context)
    if (!shown) return otherwise
    if (shown.kind !== 'page' || ref.kind !== 'anchor') return shown
    return { ...shown, internalLocation: { type: 'anchor', anchor: ref.anchor } }
  }

/** Undefined where it is not there. */
function showResource(
  { space, versionContext, view, pages, paths, files, reusables }: LoadedContent,
  resource: string,
  { organization }: Shared,
  { deps }: PresentContext,
): ShownLocation | undefined {
  const id = idOf(resource)
  const around = { organization, space, ...(versionContext && { versionContext }) }
  const [page, path, file, content] = [pages.get(id), paths.get(id), files.get(id), reusables.get(id)]
  if (page && path !== undefined) return { kind: 'page', ...around, page: presentPage({ id, page, path }, [], view) }
  if (file) return { kind: 'file', ...around, file: presentFile(id, file, deps.files, {}) }
  if (content)
    return { kind: 'reusable-content', ...around, reusableContent: presentReusableContent(id, content, view) }
  return undefined
}
