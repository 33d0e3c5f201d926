import os
import sys
import time


def heights(path):
    pass


def average(values):
    pass


def drop(frame):
    return frame.age > 90
