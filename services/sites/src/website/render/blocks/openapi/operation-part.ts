import { type Html, html, nothing } from '../markup.ts'

/** A titled part of an operation; nothing where there is nothing in it. */
export const part = (title: string, inner: Html): Html =>
  inner.length === 0
    ? nothing
    : html`<section class="api-part"><p class="api-part-title">${title}</p>${inner}</section>`
