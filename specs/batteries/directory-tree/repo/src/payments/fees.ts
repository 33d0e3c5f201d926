// Not read since each house has its own.
export const bookingFeeCents = 150;
