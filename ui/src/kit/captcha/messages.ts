// Texts of the captcha box.
export const EXPIRED = 'reCAPTCHA expired. Please verify again.'
export const UNREACHABLE = 'The security verification could not be loaded. Please check your network and reload the page.'
export const FAILED = 'The security verification failed. Please try again in a moment.'
