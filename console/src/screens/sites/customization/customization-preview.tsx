import { faArrowUpRightFromSquare } from '@fortawesome/free-solid-svg-icons'
import type { OverrideSiteSpaceCustomization, SiteCustomizationSettings } from '@quire/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { api, Refused } from '../../../api/client.ts'
import { buttonClass } from '../../../parts/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Notice, problemText } from '../../../parts/states.tsx'
import { Tabs } from '../../../parts/tabs.tsx'
import { useSettled } from '../../../parts/use-settled.ts'
import { useWordsOf } from '../../../words/words.ts'
import { type SiteParams, useSite } from '../sites-queries.ts'
import styles from './customization.module.css'
import { documentOf } from './preview-document.ts'
import { settingsProblem } from './settings-problems.ts'

const typingMs = 250
const addressMs = 30 * 60_000

/** Settings as a rendered page takes them, and the path at which it begins. */
export interface UnsavedLooks {
  customization?: SiteCustomizationSettings
  overrides?: OverrideSiteSpaceCustomization
  path?: string
}

interface PreviewProps {
  settings: SiteCustomizationSettings
  unsaved: (settings: SiteCustomizationSettings) => UnsavedLooks
}

/**
 * Shows a page of the site with settings that are not saved. The page is a document of the console's own origin in a
 * frame without scripts, so nothing in it can act, and the console's policy holds for it.
 */
export function CustomizationPreview({ settings, unsaved }: PreviewProps) {
  const words = useWordsOf('customization')
  const { site, params } = useSite()
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [width, setWidth] = useState<'desk' | 'phone'>('desk')
  const [chosenPath, setPath] = useState<string>()
  const scroll = useRef(0)
  const place = useRef<HTMLElement>(null)
  const breadth = useBreadth(place)
  const looks = unsaved(withoutUnfinishedLinks(useSettled(settings, typingMs)))
  const body = { ...looks, path: chosenPath ?? looks.path ?? '' }
  const { data: address, isPending } = useQuery({
    queryKey: ['site', site.id, 'preview-address'],
    queryFn: () =>
      openPreview(params, site.published && (site.visibility === 'public' || site.visibility === 'unlisted')),
    staleTime: addressMs,
    retry: false,
  })
  const { data: page, error } = useQuery({
    queryKey: ['site', site.id, 'rendered', body],
    queryFn: ({ signal }) =>
      api.post('/v1/orgs/{organizationId}/sites/{siteId}/rendered', {
        params,
        body,
        signal,
      }),
    enabled: !isPending,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
  // What was shown last stays while the settings are refused, since somebody may still be typing.
  const last = useRef(page)
  if (page) last.current = page
  const html = (page ?? last.current)?.html
  const shown = useMemo(() => html && documentOf(html, theme), [html, theme])
  const isEmpty = error instanceof Refused && error.status === 404
  return (
    <section ref={place} className={styles.preview} aria-label={words.preview}>
      <div className={styles.tools}>
        <Tabs
          label={words.theme}
          value={theme}
          options={[
            ['light', words.themes.light],
            ['dark', words.themes.dark],
          ]}
          onChoose={(one) => setTheme(one === 'dark' ? 'dark' : 'light')}
        />
        <Tabs
          label={words.width}
          value={width}
          options={[
            ['desk', words.desk],
            ['phone', words.phone],
          ]}
          onChoose={(one) => setWidth(one === 'phone' ? 'phone' : 'desk')}
        />
        {address && (
          <a href={address} target="_blank" rel="noopener noreferrer" className={buttonClass('quiet')}>
            {words.openPreview}
            <Icon icon={faArrowUpRightFromSquare} />
          </a>
        )}
      </div>
      {error && (
        <Notice kind={isEmpty ? 'info' : 'danger'}>
          {isEmpty ? words.noPage : problemText(settingsProblem(error, words))}
        </Notice>
      )}
      {shown !== undefined && !isEmpty && (
        <iframe
          title={words.preview}
          className={styles.frame}
          data-width={width}
          style={width === 'desk' ? scaledTo(breadth) : undefined}
          sandbox="allow-same-origin"
          srcDoc={shown}
          onLoad={({ currentTarget }) => {
            const opened = currentTarget.contentDocument
            currentTarget.contentWindow?.scrollTo(0, scroll.current)
            opened?.addEventListener('scroll', () => {
              scroll.current = opened.scrollingElement?.scrollTop ?? 0
            })
            opened?.addEventListener('click', ({ target }) => {
              const to = (target as Element).closest('[data-path]')?.getAttribute('data-path')
              if (typeof to !== 'string') return
              scroll.current = 0
              setPath(to)
            })
          }}
        />
      )}
    </section>
  )
}

/** Leaves out links that nobody can follow yet, because they are being typed. */
const withoutUnfinishedLinks = (settings: SiteCustomizationSettings): SiteCustomizationSettings => ({
  ...settings,
  header: { ...settings.header, links: finished(settings.header.links) },
  footer: { ...settings.footer, groups: finished(settings.footer.groups) },
})

interface Link {
  title: string
  to?: { kind: string; url?: string } | null
  links?: Link[]
}

const finished = <Row extends Link>(links: readonly Row[]): Row[] =>
  links
    .filter(({ title, to }) => title !== '' && (to?.kind !== 'url' || URL.canParse(to.url ?? '')))
    .map((link) => (link.links ? { ...link, links: finished(link.links) } : link))

/** The breadth of a window on a desk, in pixels; where the frame has less room, the page is drawn smaller. */
const deskBreadth = 1040

function scaledTo(breadth: number) {
  if (breadth === 0 || breadth >= deskBreadth) return undefined
  const scale = breadth / deskBreadth
  return {
    width: deskBreadth,
    height: `calc((100dvh - 11rem) / ${scale})`,
    transform: `scale(${scale})`,
    // The layout has the size before the scale.
    marginInlineEnd: breadth - deskBreadth,
    marginBlockEnd: `calc((100dvh - 11rem) * ${1 - 1 / scale})`,
  }
}

/** Returns the breadth of an element as it is now, in pixels. */
function useBreadth(place: RefObject<HTMLElement | null>): number {
  const [breadth, setBreadth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setBreadth(Math.floor(entry?.contentRect.width ?? 0)))
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return breadth
}

/**
 * Makes the address of a preview. Pictures of the site are sent only to those who may read it, so for a site that is not
 * open the browser visits that address once, and gets its cookie.
 */
async function openPreview(params: SiteParams, isOpen: boolean): Promise<string> {
  const { url } = await api.get('/v1/orgs/{organizationId}/sites/{siteId}/publishing/preview', {
    params: { ...params },
  })
  if (!isOpen && new URL(url).origin === location.origin) await fetch(url).catch(() => undefined)
  return url
}
