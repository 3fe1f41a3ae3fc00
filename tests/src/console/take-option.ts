import type { Page } from '@quire/browser'

/**
 * Takes what the editor offers under this name, once it offers it. The press is not made by pointer: the list moves while
 * more of it arrives, and a press beside the list would close it for good.
 */
export async function takeOption(page: Page, name: string): Promise<void> {
  const taken = `(() => {
    const options = [...document.querySelectorAll('.cm-tooltip-autocomplete li')]
    const option = options.find(({ innerText }) => innerText.includes(${JSON.stringify(name)}))
    // The editor prevents the default of a press that it takes.
    return option && !option.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
  })()`
  await page.waitForFunction(taken).catch((cause) => {
    throw new Error(`The editor does not offer “${name}” on ${page.url()}`, { cause })
  })
}
