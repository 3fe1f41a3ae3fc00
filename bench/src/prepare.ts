import { clientOf, patient } from './api.ts'
import { type Crowd, makeCrowd } from './crowd.ts'
import { makeOrganization, makePages, type Organization, type Pages } from './data.ts'
import { importsName } from './imports.ts'
import { largeRequestName } from './large-request.ts'
import { type ManySpaces, makeManySpaces, spaceListKinds } from './many-spaces.ts'
import { mergeKinds } from './merging.ts'
import type { Options } from './options.ts'
import { memberKinds, scaleKinds } from './scale.ts'
import type { Quire } from './system.ts'
import { treeKinds } from './trees.ts'
import { contentKinds } from './work.ts'

/** What is measured: the kinds of work that were asked for. */
export function wanted(options: Options) {
  const isWanted = ({ name }: { name: string }) => name.includes(options.only)
  return {
    content: contentKinds.filter(isWanted),
    merging: mergeKinds(options).filter(isWanted),
    members: memberKinds.filter(isWanted),
    scale: scaleKinds.filter(isWanted),
    trees: treeKinds.filter(isWanted),
    spaceLists: spaceListKinds.filter(isWanted),
    largeRequest: isWanted({ name: largeRequestName }),
    imports: isWanted({ name: importsName }),
    events: isWanted({ name: 'events' }),
  }
}

/** The data that is measured on. Only what is needed is made. */
export interface BenchData {
  organization: Organization
  pages: Pages | undefined
  crowds: { small: Crowd; large: Crowd } | undefined
  manySpaces: ManySpaces | undefined
}

interface PrepareOptions {
  options: Options
  quire: Quire
  token: string
  /** Where imports are fetched from. */
  archives: string
  signal: AbortSignal
  report: (progress: string) => void
}

/** Makes the data of what is wanted. */
export async function prepare({ options, quire, token, archives, signal, report }: PrepareOptions): Promise<BenchData> {
  const send = patient(clientOf(quire.gateway, signal, { authorization: `Bearer ${token}` }))
  const { content, merging, members, scale, trees, spaceLists, largeRequest } = wanted(options)
  const organization = await makeOrganization(send, report)
  const { userId } = organization
  const needsPages = content.length + merging.length + trees.length > 0 || largeRequest
  const filling = { send, organization: organization.organization, archives }
  const pages = needsPages ? await makePages(filling, options, report) : undefined
  const many = { send, quire, signal, userId, count: options.manySpaces }
  if (spaceLists.length > 0) report(`${options.manySpaces} spaces`)
  const manySpaces = spaceLists.length > 0 ? await makeManySpaces(many) : undefined
  if (members.length + scale.length === 0) return { organization, pages, crowds: undefined, manySpaces }
  const crowd = (size: keyof Options['crowds']) => {
    report(`${options.crowds[size].members} members in ${options.crowds[size].teams} teams`)
    return makeCrowd(send, quire.services.identity.databaseUrl, options.crowds[size])
  }
  return { organization, pages, crowds: { small: await crowd('small'), large: await crowd('large') }, manySpaces }
}
