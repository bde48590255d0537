// The version of an entry when it was read, so that no other change is overwritten.

/**
 * Returns the header with which the shop refuses a change of an entry that was
 * changed meanwhile, with status 412.
 * @param {{ version: number }} entry
 */
export const ifUnchanged = ({ version }) => ({ "If-Match": `"${version}"` });
