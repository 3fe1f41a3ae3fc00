/**
 * Returns the absolute address of a path of this origin, at or beneath `base`; undefined for anything else. What counts is
 * where a browser would go: it leaves out tabs and line breaks, and takes backslashes for slashes, so that `/\t/host` is
 * another host.
 */
export function addressInside(path: string, { origin, base }: { origin: string; base: string }): string | undefined {
  if (!path.startsWith('/') || !URL.canParse(path, origin)) return undefined
  const url = new URL(path, origin)
  const isInside = url.origin === origin && `${url.pathname}/`.startsWith(`${base}/`)
  return isInside ? url.href : undefined
}
