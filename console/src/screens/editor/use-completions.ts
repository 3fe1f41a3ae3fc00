import type { Extension } from '@codemirror/state'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { all, spaceQuery } from '../../api/queries.ts'
import { useWordsOf } from '../../words/words.ts'
import { findPeople } from '../comments/find-people.ts'
import { allPages } from '../space/pages.ts'
import { pagesQuery, renderedQuery, renderText, stateKey } from '../space/space-queries.ts'
import { completions } from './completions.ts'
import type { EditedState } from './edited-page.ts'
import { findTargets } from './found-targets.ts'
import type { Nameable } from './nameable.ts'

/** Returns what completes the text of a page while somebody types; it is made once. `chooseFiles` may change. */
export function useCompletions(state: EditedState, pageId: string, chooseFiles: Nameable['chooseFiles']): Extension {
  const words = useWordsOf('writing')
  const queries = useQueryClient()
  const choose = useRef(chooseFiles)
  choose.current = chooseFiles
  const [extension] = useState(() =>
    completions(words, {
      ...nameableIn(queries, state, words.language),
      current: { id: pageId },
      chooseFiles: (accept) => choose.current(accept),
    }),
  )
  return extension
}

/** Returns what the text of a page of a change request can name. */
function nameableIn(queries: QueryClient, state: EditedState, language: string) {
  const space = () => queries.fetchQuery(spaceQuery(state.spaceId))
  const pages = () => queries.fetchQuery(pagesQuery(state))
  return {
    pages,
    files: () => queries.fetchQuery(filesQuery(state)),
    async headings(pageId: string, text?: string) {
      const rendered =
        text === undefined
          ? queries.fetchQuery(renderedQuery(state, pageId, language))
          : renderText(state, { markdown: text, page: pageId }, language)
      return (await rendered).outline
    },
    async search(words: string) {
      const own = { spaceId: state.spaceId, pages: new Set(allPages(await pages()).map(({ id }) => id)) }
      return findTargets(queries, (await space()).organization, words, own)
    },
    reusableContents: () => queries.fetchQuery(reusableContentsQuery(state)),
    async specifications() {
      const { organization } = await space()
      return queries.fetchQuery(specificationNamesQuery(organization))
    },
    async people(text: string) {
      const { organization, permissions } = await space()
      if (text !== '' || !permissions.access) return findPeople(organization, text)
      return queries.fetchQuery(readersQuery(state.spaceId))
    },
  }
}

const filesQuery = (state: EditedState) => ({
  queryKey: [...stateKey(state), 'files'],
  queryFn: () =>
    all((page) =>
      api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files', {
        params: { ...state },
        query: { limit: 1000, page },
      }),
    ),
})

const reusableContentsQuery = (state: EditedState) => ({
  queryKey: [...stateKey(state), 'reusable-contents'],
  queryFn: async () =>
    (await api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', { params: { ...state } }))
      .reusableContents,
})

/** No specification is offered where the person may not list them, as guests may not. */
const specificationNamesQuery = (organizationId: string) => ({
  queryKey: ['specifications', organizationId, 'names'],
  queryFn: () =>
    all((page) =>
      api.get('/v1/orgs/{organizationId}/openapi', { params: { organizationId }, query: { limit: 100, page } }),
    ).then(
      (listed) => listed.map(({ slug }) => slug),
      () => [],
    ),
})

/** The number of people who are offered before a letter is typed. */
const maxReaders = 8

/** Some of those who see a space; whoever administers it may know. */
const readersQuery = (spaceId: string) => ({
  queryKey: ['sharing', 'space', spaceId, 'some-readers'],
  queryFn: async () =>
    (
      await api.get('/v1/spaces/{spaceId}/permissions/aggregate', { params: { spaceId }, query: { limit: maxReaders } })
    ).items.map(({ user }) => user),
})
