import { hash } from 'node:crypto'
import { VisitAnswer } from '@quire/kit'
import { effectiveSettings } from '../../../view/effective-settings.ts'
import type { PageAssets } from '../../assets/assets.ts'
import { type Html, html, raw } from '../blocks/markup.ts'
import { themeStyles } from '../theme/stylesheet.ts'

/**
 * Answers a visit to an address without a site, or with one that the visitor may not know of: the answers are equal, so
 * that nobody learns which sites exist.
 */
export const missingSite = (assets: BareAssets): VisitAnswer =>
  barePage(assets, {
    status: 404,
    title: 'Site not found',
    lead: html`There is no site at this address, or it is not open to you.`,
  })

type BareAssets = Pick<PageAssets, 'style' | 'hrefOf'>

interface BarePage {
  status: number
  title: string
  lead: Html
}

/** Renders a page that reveals nothing of any site. */
export function barePage(assets: BareAssets, { status, title, lead }: BarePage): VisitAnswer {
  const { style } = assets
  const styles = themeStyles({ id: '', base: '', settings: effectiveSettings(undefined) }, assets)
  const page = html`<!doctype html>
<html lang="en" dir="ltr" class="theme-clean depth-subtle header-default no-sidebar" data-themes="chosen">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><meta name="robots" content="noindex">
<link rel="stylesheet" href="${style}"><style>${raw(styles)}</style></head>
<body>
<header class="top"><div class="bar-inside"><span class="brand"><span>Quire</span></span></div></header>
<div class="layout"><main id="q-content"><article class="missing"><p class="status">${String(status)}</p><h1>${title}</h1><p class="lead">${lead}</p></article></main></div>
</body>
</html>
`
  const policy = `default-src 'none'; style-src 'self' 'sha256-${hash('sha256', styles, 'base64')}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return new VisitAnswer(
    status,
    {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      // A site may be published here at any time, for a visitor with a cookie perhaps.
      'Cache-Control': 'no-store',
    },
    page.toString(),
  )
}
