/**
 * Returns the organization that a path of the console is about; for paths that name none, the one that was open last on
 * this device.
 */
export function wantedOrganization(path: string | undefined, last: string | undefined): string | undefined {
  const [, named] = /^[^?#]*?\/o\/([\w-]+)(?:[/?#]|$)/.exec(path ?? '') ?? []
  const wanted = named ?? last
  return wanted !== undefined && /^[\w-]{1,128}$/.test(wanted) ? wanted : undefined
}
