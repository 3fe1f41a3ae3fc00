import '@fontsource-variable/inter'
import './theme/tokens.css'
import './theme/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueries, meQuery } from './api/queries.ts'
import { base, styleNonce } from './page.ts'
import { watchPerson } from './parts/drafts.ts'
import { focusScreens } from './parts/screen-focus.ts'
import { createConsoleRouter } from './router.tsx'
import { applyTheme, chosenTheme } from './theme/theme.ts'
import { loadWords } from './words/areas.ts'
import { chosenLanguage } from './words/languages.ts'
import { WordsProvider } from './words/words.ts'

applyTheme(chosenTheme())
setNonce(styleNonce)
const queries = createQueries()
// The first screen waits for the person and for its texts, which come together.
void queries.prefetchQuery(meQuery)
watchPerson(
  () => queries.getQueryData(meQuery.queryKey)?.id,
  // The entrance leads on whoever is signed in.
  () => location.pathname === `${base}/sign-in`,
  () => location.reload(),
)
const language = chosenLanguage()
const words = await loadWords(language)
const router = createConsoleRouter(queries)
focusScreens(router)
const root = document.getElementById('console')
if (!root) throw new Error('The page of the console has no element for it.')
createRoot(root).render(
  <StrictMode>
    <WordsProvider initial={{ language, words }}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </WordsProvider>
  </StrictMode>,
)
