/** It cannot be opened. */
export const openStore = () => {
  throw new Error('this store cannot be opened');
};
