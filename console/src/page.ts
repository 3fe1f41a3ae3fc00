// The facts that the gateway writes into the console's page. Reading them removes the key from the page, so that nothing
// shown later can read it from there.

const content = (name: string) => {
  const element = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
  const value = element?.content ?? ''
  element?.remove()
  return value
}

/** The path of PUBLIC_URL, without a slash at its end. */
export const base = content('quire-base')

/** Proves to the gateway that a request comes from this page; empty if the page was not opened by a navigation. */
export const consoleKey = content('quire-key')

/** Allows the style sheets that libraries make. */
export const styleNonce = content('quire-nonce')
