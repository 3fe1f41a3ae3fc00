/** An address without its query: that may be a permission, which is for whoever gave it. */
export const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '')
