import { hash } from 'node:crypto'
import { VisitAnswer } from '@quire/kit'
import { effectiveSettings } from '../../../view/effective-settings.ts'
import type { PageAssets } from '../../assets/assets.ts'
import { html, raw } from '../blocks/markup.ts'
import { themeStyles } from '../theme/stylesheet.ts'

/**
 * Answers a visit to an address without a site, or with one that the visitor may not know of: the answers are equal, so
 * that nobody learns which sites exist.
 */
export function missingSite(assets: Pick<PageAssets, 'style' | 'hrefOf'>): VisitAnswer {
  const { style } = assets
  const styles = themeStyles({ id: '', base: '', settings: effectiveSettings(undefined) }, assets)
  const page = html`<!doctype html>
<html lang="en" dir="ltr" class="theme-clean depth-subtle header-default no-sidebar" data-themes="chosen">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Site not found</title><meta name="robots" content="noindex">
<link rel="stylesheet" href="${style}"><style>${raw(styles)}</style></head>
<body>
<header class="top"><div class="bar-inside"><span class="brand"><span>Quire</span></span></div></header>
<div class="layout"><main id="q-content"><article class="missing"><p class="status">404</p><h1>Site not found</h1><p class="lead">There is no site at this address, or it is not open to you.</p></article></main></div>
</body>
</html>
`
  const policy = `default-src 'none'; style-src 'self' 'sha256-${hash('sha256', styles, 'base64')}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return new VisitAnswer(
    404,
    {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      // A site may be published here at any time, for a visitor with a cookie perhaps.
      'Cache-Control': 'no-store',
    },
    page.toString(),
  )
}
