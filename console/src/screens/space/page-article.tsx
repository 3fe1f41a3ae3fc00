import type { RenderedPage } from '@quire/contracts'
import { Fragment, type ReactNode, type Ref } from 'react'
import { Sign } from '../../parts/sign.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from './page-article.module.css'
import { type Page, pathTo } from './pages.ts'
import { RenderedText } from './rendered-text.tsx'

interface ArticleProps {
  pages: readonly Page[]
  rendered: RenderedPage
  /** Says above the page which state of it this is, if not the current one. */
  notice?: ReactNode
  /** Stands beside the blocks of the text. */
  margin?: { frame: Ref<HTMLDivElement>; content: ReactNode } | undefined
  /** Stands below the text. */
  below?: ReactNode
}

/** A page as its readers see it. */
export function PageArticle({ pages, rendered, notice, margin, below }: ArticleProps) {
  const words = useWordsOf('reading')
  const { page, html } = rendered
  const title = page?.title || words.untitled
  useTitle(title)
  const above = (page && pathTo(pages, page.id)) ?? []
  return (
    <main className={styles.main}>
      {page?.cover && <img className={styles.cover} src={page.cover.src} alt="" />}
      <article className={styles.article}>
        {notice && <div className={styles.state}>{notice}</div>}
        {above.length > 0 && (
          <p className={styles.above}>
            {above.map(({ id, title }, index) => (
              <Fragment key={id}>
                {index > 0 && ' / '}
                {title}
              </Fragment>
            ))}
          </p>
        )}
        <h1 className={styles.title}>
          <Sign emoji={page?.emoji} icon={page?.icon} className={styles.sign} />
          {title}
        </h1>
        {page?.description && <p className={styles.description}>{page.description}</p>}
        {html === '' ? (
          <p className={styles.description}>{words.emptyPage}</p>
        ) : (
          <div ref={margin?.frame} className={styles.text}>
            <RenderedText html={html} />
            {margin?.content}
          </div>
        )}
        {below}
      </article>
    </main>
  )
}
