/** The dialog with a code for the camera of a phone. */
export default {
  label: 'QR code of the address below',
  failed: 'The code could not be loaded. Open this address on the phone:',
  close: 'Close',
} as const;
