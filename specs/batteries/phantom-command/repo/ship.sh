#!/bin/sh
echo "promoting to $1"
