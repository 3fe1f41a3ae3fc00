/** True when nothing is being loaded any more: no route, no data, no previewed page. */
export const isWhole = `(() => {
  const { state, options } = window.__TSR_ROUTER__ ?? {}
  const isLoaded = state?.status === 'idle' && options.context.queries.isFetching() === 0
  const isShown = document.querySelector('h1') && document.querySelector('main') && !document.querySelector('[aria-busy=true]')
  const frames = [...document.querySelectorAll('iframe')]
  return isLoaded && isShown && frames.every((frame) => frame.contentDocument?.body?.innerText)
})()`
