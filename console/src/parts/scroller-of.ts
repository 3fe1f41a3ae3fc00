/** Returns the nearest element around another one that scrolls by itself; undefined if the window does. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | undefined {
  for (let one = element?.parentElement; one && one !== document.body; one = one.parentElement)
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return undefined
}
