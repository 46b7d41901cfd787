struct Homeless {};
