import { notFound, VisitAnswer } from '@quire/kit'
import { placesOf } from '../frame/model.ts'
import { redirect } from '../kept/answers.ts'
import type { Visiting } from './page-context.ts'

/** Browsers may keep where a file's bytes are for half of the hour that they are there. */
const keptSeconds = 1800

/** Leads to the bytes of a file in a space that the reader sees; throws 404. */
export async function fileAnswer({ site, source, call }: Visiting, spaceId = '', fileId = ''): Promise<VisitAnswer> {
  const place = placesOf(site).find(({ variant }) => variant.spaceId === spaceId)
  const url =
    place && fileId !== '' && (await source.file(call, place.variant, { fileId, claims: site.audience.claims }))
  if (!url) throw notFound('The file')
  const { status, headers } = redirect(url, { isPublic: false, status: 302 })
  return new VisitAnswer(status, { ...headers, 'Cache-Control': `private, max-age=${keptSeconds}` })
}
