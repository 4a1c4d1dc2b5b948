/** What can be added to a comparison: a link to the comparison with one more. */
export interface Offer {
  readonly id: string;
  readonly text: string;
  readonly hint: string;
  readonly href: string;
}
